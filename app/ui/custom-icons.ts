import type { IconNode } from "lucide";

/** Icons the package does not have: our two-line menu, and the networks, whose marks it leaves out. */
export const MenuLines: IconNode = [["path", { d: "M4 8.5h16M4 15.5h10" }]];

export const ProfessionalNetwork: IconNode = [["path", { d: "M7 10v7M7 7v.1M11 17v-7M11 13a3 3 0 0 1 6 0v4" }]];

export const VideoChannel: IconNode = [
  ["path", { d: "M10 9l5 3-5 3z" }],
  ["rect", { x: "4", y: "6", width: "16", height: "12", rx: "4" }],
];

export const PhotoNetwork: IconNode = [
  ["rect", { x: "5", y: "5", width: "14", height: "14", rx: "4" }],
  ["circle", { cx: "12", cy: "12", r: "3" }],
];

export const Microblog: IconNode = [["path", { d: "M6 8c3 6 9 6 12 0M6 16c3-6 9-6 12 0" }]];
