// swift-tools-version: 6.2
import PackageDescription

/// One set of compiler settings for every target: see docs/decisions.md.
let settings: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
]

/// A Swift library target of this package.
func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// A test target; every one may use the shared fixtures.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["TestSupport", "LinuxSystem", "SnapshotModel"],
        swiftSettings: settings)
}

let package = Package(
    name: "snapagent",
    products: [
        .executable(name: "snapagent", targets: ["snapagent"]),
        .executable(name: "snapctl", targets: ["snapctl"]),
    ],
    targets: [
        // C libraries of Debian, and three C++ shims.
        .target(name: "CLinux"),
        .systemLibrary(name: "CInotifyTools"),
        .systemLibrary(name: "CISAL", pkgConfig: "libisal"),
        .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate"),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto"),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
        .systemLibrary(name: "CZip", pkgConfig: "libzip"),
        .systemLibrary(name: "CZLib", pkgConfig: "zlib"),
        .target(name: "CTOML"),
        .target(name: "CCivilTime", linkerSettings: [.linkedLibrary("cctz")]),
        .target(name: "CJSON", linkerSettings: [.linkedLibrary("simdjson")]),

        // Values and the operating system.
        library("SnapshotModel", []),
        library("LinuxSystem", ["SnapshotModel", "CLinux"]),
        library("CivilCalendar", ["SnapshotModel", "CCivilTime"]),
        library("JSONReading", ["CJSON"]),

        // The way of the data.
        library("TreeWatching", ["SnapshotModel", "LinuxSystem", "CLinux", "CInotifyTools"]),
        library("TreeScanning", ["SnapshotModel", "LinuxSystem"]),
        library(
            "SnapshotArchive",
            ["SnapshotModel", "LinuxSystem", "CISAL", "CDeflate", "CCrypto", "CZip", "CZLib"]),
        library("SnapshotCatalog", ["SnapshotModel", "LinuxSystem", "CSQLite"]),
        library(
            "SnapshotStore", ["SnapshotModel", "LinuxSystem", "SnapshotArchive", "SnapshotCatalog"]),
        library("Restoring", ["SnapshotModel", "LinuxSystem", "SnapshotArchive", "SnapshotStore"]),

        // The outside.
        library("Configuration", ["SnapshotModel", "LinuxSystem", "CTOML"]),
        library(
            "ControlProtocol", ["SnapshotModel", "LinuxSystem", "CivilCalendar", "JSONReading"]),
        library(
            "StoreCommands",
            [
                "SnapshotModel", "LinuxSystem", "CivilCalendar", "ControlProtocol",
                "SnapshotArchive",
                "SnapshotStore", "Restoring",
            ]),
        library(
            "ControlCLI",
            ["SnapshotModel", "LinuxSystem", "CivilCalendar", "ControlProtocol"]),
        library(
            "OfflineControl",
            [
                "SnapshotModel", "LinuxSystem", "ControlProtocol", "SnapshotStore",
                "StoreCommands", "ControlCLI",
            ]),
        library(
            "Agent",
            [
                "SnapshotModel", "LinuxSystem", "CivilCalendar", "TreeWatching", "TreeScanning",
                "SnapshotArchive", "SnapshotCatalog", "SnapshotStore", "Restoring", "Configuration",
                "ControlProtocol", "StoreCommands",
            ]),
        .executableTarget(
            name: "snapagent",
            dependencies: ["Agent", "ControlCLI", "OfflineControl", "LinuxSystem"],
            swiftSettings: settings),
        .executableTarget(
            name: "snapctl", dependencies: ["ControlCLI", "LinuxSystem"], swiftSettings: settings),

        // Tests.
        .target(
            name: "TestSupport", dependencies: ["SnapshotModel", "LinuxSystem", "TreeWatching"],
            path: "Tests/TestSupport", swiftSettings: settings),
        .executableTarget(
            name: "churn", dependencies: ["TestSupport", "LinuxSystem", "SnapshotModel"],
            path: "Tests/Churn", swiftSettings: settings),
        tests("SnapshotModelTests", ["CivilCalendar"]),
        tests("LinuxSystemTests", []),
        tests("JSONReadingTests", ["JSONReading"]),
        tests("TreeWatchingTests", ["TreeWatching"]),
        tests("TreeScanningTests", ["TreeScanning"]),
        tests("SnapshotArchiveTests", ["SnapshotArchive"]),
        tests("SnapshotStoreTests", ["SnapshotStore", "SnapshotArchive", "SnapshotCatalog"]),
        tests("RestoringTests", ["Restoring", "TreeScanning", "SnapshotStore", "SnapshotArchive"]),
        tests("ConfigurationTests", ["Configuration", "CivilCalendar"]),
        tests("ControlTests", ["ControlProtocol", "ControlCLI", "CivilCalendar"]),
        tests(
            "StoreCommandsTests",
            ["StoreCommands", "ControlProtocol", "SnapshotStore", "SnapshotArchive"]),
        tests(
            "AgentTests",
            [
                "Agent", "CivilCalendar", "Configuration", "ControlProtocol", "TreeScanning",
                "TreeWatching", "SnapshotStore", "SnapshotArchive",
            ]),
        tests("EndToEndTests", ["ControlProtocol", "SnapshotArchive", "SnapshotStore", "churn"]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
