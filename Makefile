# The whole life of the project in one place. Two commands matter: `make run` and `make test`.

PREFIX  ?= /usr/local
DESTDIR ?=
# The directory that `make run` watches; without it a sample directory is made. And more options of `snapagent run DIR`.
DIR     ?=
ARGS    ?=

bindir  = $(DESTDIR)$(PREFIX)/bin
mandir  = $(DESTDIR)$(PREFIX)/share/man
bashdir = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
zshdir  = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
fishdir = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
unitdir = $(DESTDIR)$(PREFIX)/lib/systemd/system
userdir = $(DESTDIR)$(PREFIX)/lib/systemd/user

programs    = snapagent snapctl
units       = $(notdir $(wildcard systemd/*.service systemd/*.timer))
user_units  = $(notdir $(wildcard systemd/user/*.service systemd/user/*.timer))
man_pages   = $(notdir $(wildcard man/*.[158]))

# Stripped while linking: a program stripped afterwards would be linked again by every build.
# Packed relocations make each start of snapctl a sixth shorter: see docs/decisions.md.
release = swift build -c release --static-swift-stdlib -Xlinker -s \
	-Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs

.PHONY: all deps build-deps build run demo test soak lint bench install uninstall clean

all: build

# What the package list names and this machine lacks.
deps:
	@packaging/install-packages.sh build test

build-deps:
	@packaging/install-packages.sh build

# Leaves .build/release/snapagent and .build/release/snapctl.
build:
	$(release)

run: build-deps build
	@packaging/run.sh "$(DIR)" $(ARGS)

demo: deps build
	@demo/demo.sh

# The end-to-end tests drive the release programs, as a person would have them. What they make at random comes from SEED,
# so that what fails here fails again; with SEED= each test takes its own and prints it.
SEED ?= 20261130
test: deps lint build
	swift build --build-tests
	SNAPAGENT_PROGRAMS="$(CURDIR)/.build/release" SNAPAGENT_TEST_SEED="$(SEED)" swift test

# Events as fast as they can be made for a minute, or STORM seconds; three regular comparisons; then random changes for an hour, or SECONDS:
# whenever they rest, the newest snapshot must equal the tree.
SECONDS ?= 3600
STORM   ?= 60
soak: deps build
	swift build --build-tests
	SNAPAGENT_PROGRAMS="$(CURDIR)/.build/release" SNAPAGENT_STORM_SECONDS=$(STORM) \
		swift test --skip-build --filter 'EndToEndTests.(NeverMissLimitTests/aStorm|MappedFileTests)'
	SNAPAGENT_PROGRAMS="$(CURDIR)/.build/release" SNAPAGENT_SOAK_SECONDS=$(SECONDS) \
		swift test --skip-build --filter EndToEndTests.NeverMissChurnTests/churn

lint:
	swift format lint --strict --recursive --parallel Sources Tests Package.swift
	@packaging/check-style.sh

bench: deps build
	python3 bench/first.py
	python3 bench/watch.py

# Builds only what is not there: under sudo, swift is often not in the path.
install:
	@test -x .build/release/snapagent -a -x .build/release/snapctl || $(MAKE) build
	install -d $(bindir) $(mandir)/man1 $(mandir)/man5 $(mandir)/man8 $(bashdir) $(zshdir) \
		$(fishdir) $(unitdir) $(userdir)
	install -m 755 $(programs:%=.build/release/%) $(bindir)
	for page in $(man_pages); do \
		install -m 644 man/$$page $(mandir)/man$${page##*.}/$$page || exit 1; done
	install -m 644 completions/snapctl.bash $(bashdir)/snapctl
	install -m 644 completions/_snapctl $(zshdir)/_snapctl
	install -m 644 completions/snapctl.fish $(fishdir)/snapctl.fish
	for unit in $(units); do \
		sed 's#/usr/bin/#$(PREFIX)/bin/#' systemd/$$unit > $(unitdir)/$$unit || exit 1; done
	for unit in $(user_units); do \
		sed 's#/usr/bin/#$(PREFIX)/bin/#' systemd/user/$$unit > $(userdir)/$$unit || exit 1; done
	chmod 644 $(units:%=$(unitdir)/%) $(user_units:%=$(userdir)/%)

uninstall:
	rm -f $(programs:%=$(bindir)/%) $(bashdir)/snapctl $(zshdir)/_snapctl $(fishdir)/snapctl.fish
	rm -f $(units:%=$(unitdir)/%) $(user_units:%=$(userdir)/%)
	for page in $(man_pages); do rm -f $(mandir)/man$${page##*.}/$$page; done

clean:
	rm -rf .build
