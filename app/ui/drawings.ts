/** The drawings and their sizes. Their shapes are in `drawing-shapes.ts`, which browsers do not load. */
export const drawings = {
  crate: { viewBox: "0 0 160 120" },
  bike: { viewBox: "0 0 160 120" },
  door: { viewBox: "0 0 160 120" },
  kit: { viewBox: "0 0 120 120" },
  coat: { viewBox: "0 0 120 120" },
  coin: { viewBox: "0 0 120 120" },
  hanger: { viewBox: "0 0 160 120" },
  letter: { viewBox: "0 0 160 120" },
  phone: { viewBox: "0 0 120 120" },
  pencil: { viewBox: "0 0 120 120" },
} as const;
export type DrawingName = keyof typeof drawings;
