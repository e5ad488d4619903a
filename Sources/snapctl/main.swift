print("snapctl")
