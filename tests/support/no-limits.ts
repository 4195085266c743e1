import type { Limits } from "#backend/http/limits";

/** Limits that refuse nothing and slow nothing down, for tests that are about something else. */
export const noLimits: Limits = { take: async () => {}, count: async () => 0, uncount: async () => {}, clear: async () => {} };
