# How much of what is felt the rules for frames see, on the frame times of real
# captures, and what they say of these as they are.
#   make frames         seeds that the rules were not made with
#   make frames-tuning  the seeds that they were made with
FRAMES_SERIES := $(CORPUS)/frames/series

$(B)/native/frames: $(call o,native,tests/frames/frames_main.c tests/frames/series.c $(call rooms,base frames))
	$(CC) $^ -lm -o $@
.PHONY: frames frames-tuning
frames: $(B)/native/frames
	@$< $(FRAMES_SERIES)
frames-tuning: $(B)/native/frames
	@$< $(FRAMES_SERIES) --tuning --verbose
