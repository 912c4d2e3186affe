# Microsoft's TraceEvent, on this machine's .NET, reads our files and the corpus
# through our container reader; what it makes of the payloads is held against
# what our decoders and the simulated machine say (tests/scenarios/opinion/opinion.py).
#   make second-opinion   needs dotnet and the package registry, and skips without
OPINION := $(wildcard tests/scenarios/opinion/*_main.c tests/scenarios/opinion/opinion_*.c)
OPINION_CORE := $(sort $(OPINION) tests/scenarios/truth/deep.c tests/support/payload_rows.c $(SIM_CORE) \
  $(call rooms,base os etl events) $(POSIX))
ETW_LIBRARY := tests/scenarios/opinion/etw_library.c $(call rooms,base os etl) $(POSIX)

$(B)/native/opinion: $(call o,native,$(OPINION_CORE))
	$(CC) $^ -o $@
$(B)/opinion/libhitch_etw.so: $(call o,opinion,$(ETW_LIBRARY))
	@mkdir -p $(@D)
	$(CC) -shared $^ -o $@
$(B)/opinion/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_native) -fPIC -MMD -MP -c $< -o $@
-include $(shell find $(B)/opinion -name '*.d' 2>/dev/null)

.PHONY: second-opinion
second-opinion: $(B)/native/opinion $(B)/native/simtrace $(B)/native/hitch $(B)/opinion/libhitch_etw.so
	@$(PYTHON) tests/scenarios/opinion/opinion.py $(B) $(CORPUS)
