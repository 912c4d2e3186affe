# Every Windows source against the real Windows SDK (see tests/sdk/sdk.py).
.PHONY: sdk-check
sdk-check: setup $(DEPS)/cmocka/src/cmocka.c
	@$(MAKE) --no-print-directory -s B=$(B) $(B)/wine/ready
	@$(PYTHON) tests/sdk/sdk.py $(B) $(DEPS)
