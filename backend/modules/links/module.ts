import type { Module } from "#backend/module";
import { checkLinks } from "./checks.ts";

export const links: Module = {
  parts: () => ({
    jobs: (services) => [{ name: "check-links", every: "40 2 * * *", daily: true, run: () => checkLinks(services) }],
  }),
};
