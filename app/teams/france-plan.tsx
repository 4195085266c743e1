import { francePath, franceSide, pointInFrance } from "#contract/france-outline";

type Place = { latitude: number | null; longitude: number | null };

/** The country in a few lines, a point for each team, and a ring around one. Nothing where that one has no place in it. */
export function FrancePlan({ own, others, label, className }: { own: Place; others: Place[]; label: string; className?: string }) {
  const ring = pointInFrance(own.latitude, own.longitude);
  if (!ring) return null;
  return (
    <svg viewBox={`0 0 ${franceSide} ${franceSide}`} role="img" aria-label={label} className={className}>
      <path d={francePath} className="fill-current stroke-current opacity-20" strokeWidth="1.6" strokeLinejoin="round" />
      {others.map(({ latitude, longitude }) => {
        const point = pointInFrance(latitude, longitude);
        return point && <circle key={`${point.x} ${point.y}`} cx={point.x} cy={point.y} r="1.3" className="fill-current opacity-70" />;
      })}
      <circle cx={ring.x} cy={ring.y} r="4" strokeWidth="2.4" className="fill-white stroke-primary" />
    </svg>
  );
}
