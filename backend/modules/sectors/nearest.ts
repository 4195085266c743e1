import { departements } from "./departements.ts";

type Place = { name: string; city: string | null; postcode: string | null; latitude: number | null; longitude: number | null };

/** Kilometres beyond which a sector is far. */
const nearKilometres = 30;

/**
 * The sector nearest to a visitor's search: the name of its city, or a postcode. Without a map service, a postcode counts
 * as the sector's own when its département is, and as the middle of its département otherwise.
 */
export function nearestSector<Sector extends Place>(sectors: Sector[], typed: string): (Sector & { far: boolean }) | null {
  const word = plain(typed).replace(/(?<=\d) (?=\d)/g, "");
  if (!word) return null;
  const named = sectors.find(({ name, city }) => [name, city ?? ""].some((one) => plain(one).startsWith(word)));
  if (named) return { ...named, far: false };
  // Overseas, the first three digits identify the département.
  const departement = /^\d{2,5}$/.test(word) ? word.slice(0, /^9[78]/.test(word) ? 3 : 2) : "";
  const own =
    sectors.find(({ postcode }) => postcode === word) ?? sectors.find(({ postcode }) => departement && postcode?.startsWith(departement));
  if (own) return { ...own, far: false };
  const from = middleOfDepartement(departement);
  if (!from) return null;
  const measured = sectors.flatMap((sector) =>
    sector.latitude === null || sector.longitude === null ? [] : { sector, km: distance(from, [sector.latitude, sector.longitude]) },
  );
  const [first] = measured.sort((a, b) => a.km - b.km);
  return first ? { ...first.sector, far: first.km > nearKilometres } : null;
}

/** The middle of the département of a postcode, or of its first two digits; of one that is not known there is none. */
export function middleOfDepartement(postcode: string): (typeof departements)[string] | undefined {
  return departements[postcode.slice(0, 2)];
}

function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[\s-]+/g, " ")
    .trim();
}

/** Kilometres between two points, near enough for France: longitudes shrink with the latitude. */
export function distance([latitude, longitude]: readonly [number, number], [toLatitude, toLongitude]: readonly [number, number]): number {
  const degree = 111.2;
  const shrink = Math.cos(((latitude + toLatitude) * Math.PI) / 360);
  return degree * Math.hypot(toLatitude - latitude, (toLongitude - longitude) * shrink);
}
