# Allocations that fail, one after the other, natively and under sanitizers.
#   make memory                        every allocation of every operation
#   make memory MEMORY="--only hitch"  the operations whose names begin so
#   make memory-sample SEED=7          some of them, in seconds
MEMORY_C := $(wildcard tests/memory/*.c) tests/support/etl_write.c tests/support/etl_pack.c tests/support/etl_sample.c \
  tests/support/play.c tests/support/folder.c
MEMORY_WRAP = $(patsubst %,-Wl$(comma)--wrap=%,malloc calloc realloc free)
$(B)/san/memory: $(call o,san,$(sort $(MEMORY_C) $(filter-out $(MAINS),$(PORTABLE) $(POSIX) $(CLI))))
	$(CC) -fsanitize=address,undefined $(MEMORY_WRAP) $^ -lm -o $@
.PHONY: memory memory-sample
memory: $(B)/san/memory
	@$< $(B)/test-files-memory $(MEMORY)
memory-sample: $(B)/san/memory
	@$< $(B)/test-files-memory --sample $(or $(SEED),1)
