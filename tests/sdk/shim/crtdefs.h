/* Older name of the Universal CRT's own header. */
#pragma once
#include <corecrt.h>
