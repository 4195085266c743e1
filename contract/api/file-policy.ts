/** The policy of a file: it runs and loads nothing, and no page frames it. */
export const filePolicy = "sandbox; default-src 'none'; frame-ancestors 'none'";
