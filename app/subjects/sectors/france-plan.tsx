import { francePath, franceSide, pointInFrance } from "#contract/formats/france-outline";

type Place = { latitude: number | null; longitude: number | null };

type Props = {
  /** The team with a ring; a team outside the map is not drawn. */
  own?: Place;
  others: Place[];
  label: string;
  className?: string;
};

/** The outline of the country, with a point for each team, optionally one of them highlighted. */
export function FrancePlan({ own, others, label, className }: Props) {
  const ring = own && pointInFrance(own.latitude, own.longitude);
  const points = new Set(
    others.map(({ latitude, longitude }) => pointInFrance(latitude, longitude)).flatMap((at) => (at ? `${at.x} ${at.y}` : [])),
  );
  if (own ? !ring : points.size === 0) return null;
  return (
    <svg viewBox={`0 0 ${franceSide} ${franceSide}`} role="img" aria-label={label} className={className}>
      <path d={francePath} className="fill-current stroke-current opacity-20" strokeWidth="1.6" strokeLinejoin="round" />
      <path
        d={[...points].map((point) => `M${point}h0`).join("")}
        strokeWidth={own ? 2.6 : 4}
        strokeLinecap="round"
        className={own ? "stroke-current opacity-70" : "stroke-(--point,var(--color-primary))"}
      />
      {ring && <circle cx={ring.x} cy={ring.y} r="4" strokeWidth="2.4" className="fill-white stroke-(--point,var(--color-primary))" />}
    </svg>
  );
}
