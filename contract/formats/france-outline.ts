/** Mainland France and Corsica as a few straight lines (longitude, latitude): enough to say where a team is, drawn by hand. */
const outlines: readonly (readonly [longitude: number, latitude: number])[][] = [
  [
    [2.5, 51.05],
    [1.85, 50.95],
    [1.58, 50.8],
    [1.57, 50.3],
    [1.1, 49.93],
    [0.2, 49.7],
    [0.12, 49.45],
    [-0.2, 49.29],
    [-1.1, 49.36],
    [-1.27, 49.69],
    [-1.92, 49.7],
    [-1.75, 49.35],
    [-1.58, 49.0],
    [-1.55, 48.65],
    [-2.05, 48.66],
    [-2.7, 48.53],
    [-3.1, 48.86],
    [-3.65, 48.72],
    [-4.72, 48.52],
    [-4.77, 48.34],
    [-4.25, 48.32],
    [-4.7, 48.04],
    [-4.3, 47.82],
    [-3.45, 47.7],
    [-3.1, 47.5],
    [-2.5, 47.5],
    [-2.2, 47.25],
    [-2.05, 46.95],
    [-1.8, 46.5],
    [-1.15, 46.3],
    [-1.15, 45.75],
    [-0.85, 45.35],
    [-1.15, 45.5],
    [-1.22, 44.9],
    [-1.28, 44.3],
    [-1.45, 43.65],
    [-1.78, 43.37],
    [-1.4, 43.05],
    [-0.7, 42.88],
    [0, 42.7],
    [0.7, 42.85],
    [1.4, 42.62],
    [2, 42.38],
    [2.6, 42.37],
    [3.15, 42.43],
    [3.04, 42.95],
    [3.5, 43.28],
    [4.05, 43.56],
    [4.6, 43.38],
    [5, 43.42],
    [5.35, 43.24],
    [5.9, 43.08],
    [6.4, 43.12],
    [6.7, 43.35],
    [7.05, 43.54],
    [7.52, 43.78],
    [7.65, 44.15],
    [6.95, 44.3],
    [6.95, 44.8],
    [6.65, 45.05],
    [7.12, 45.4],
    [6.85, 45.85],
    [6.8, 46.4],
    [6.3, 46.35],
    [6.1, 46.2],
    [6.05, 46.42],
    [6.45, 46.85],
    [7, 47.35],
    [7.55, 47.55],
    [7.6, 48.1],
    [8.2, 48.97],
    [7.4, 49.15],
    [6.6, 49.3],
    [6.35, 49.47],
    [5.8, 49.55],
    [4.9, 49.8],
    [4.85, 50.12],
    [4.2, 50.02],
    [4.05, 50.33],
    [3.3, 50.53],
    [3.1, 50.78],
    [2.6, 50.85],
  ],
  [
    [9.38, 43],
    [9.5, 42.6],
    [9.55, 42.1],
    [9.25, 41.4],
    [8.8, 41.6],
    [8.6, 42.2],
    [8.75, 42.55],
    [9.28, 42.7],
  ],
];

/** The drawing is a square of this side. */
export const franceSide = 100;

const scale = 9.6;
const west = -5.1;
const north = 51.3;
/** A degree of longitude is shorter than one of latitude: by this, halfway down the country. */
const shrink = Math.cos((46.5 * Math.PI) / 180);

const round = (value: number) => Math.round(value * 10) / 10;
const pointOf = (longitude: number, latitude: number) => ({
  x: round((longitude - west) * shrink * scale),
  y: round((north - latitude) * scale),
});

/** A place in the drawing; null where there is none, or when it is beyond its edges, as overseas. */
export function pointInFrance(latitude: number | null, longitude: number | null): { x: number; y: number } | null {
  if (latitude === null || longitude === null) return null;
  const point = pointOf(longitude, latitude);
  const inside = (value: number) => value >= 0 && value <= franceSide;
  return inside(point.x) && inside(point.y) ? point : null;
}

/** The outlines as one path of SVG, which PDF draws as well. */
export const francePath = outlines
  .map(
    (outline) =>
      `M${outline.map(([longitude, latitude]) => `${pointOf(longitude, latitude).x} ${pointOf(longitude, latitude).y}`).join("L")}Z`,
  )
  .join("");
