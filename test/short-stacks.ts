// Vitest has every error keep up to a hundred calls. The till makes one for each request that it
// ends and each damaged row, and most of their cost is those calls.
Error.stackTraceLimit = 10;
