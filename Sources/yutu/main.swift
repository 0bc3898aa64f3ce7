print("yutu")
