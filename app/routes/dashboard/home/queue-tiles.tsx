import { Clock, TriangleAlert } from "lucide";
import { useTranslation } from "react-i18next";
import type { Role } from "#contract/accounts/roles";
import { listsOfQueue, type QueueName, queueNames } from "#contract/charity/queue-lists";
import type { WorkQueue, WorkQueues } from "#contract/charity/work-queues";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useAge } from "~/ui/waiting-age";

type Props = { queues: WorkQueues["queues"]; role: Role; except: QueueName | undefined };

/** The work queues, each with its length and the age of its oldest entry; `except` is shown larger above. */
export function QueueTiles({ queues, role, except }: Props) {
  const { t } = useTranslation("dashboard");
  const shown = queueNames.filter((name) => queues[name] && name !== except);
  if (shown.length === 0) return null;
  return (
    <section aria-label={t("work.title")}>
      <ul className="work-tiles">
        {shown.map((name) => {
          const queue = queues[name];
          return queue && <QueueTile key={name} name={name} queue={queue} role={role} />;
        })}
      </ul>
    </section>
  );
}

function QueueTile({ name, queue, role }: { name: QueueName; queue: WorkQueue; role: Role }) {
  const { t } = useTranslation("dashboard");
  const { count, oldest, late } = queue;
  const lists = listsOfQueue(name, role);
  return (
    <li>
      <Link to={lists.waiting}>
        <span className="font-semibold">{t(`work.queue.${name}`)}</span>
        <strong className={count === 0 ? "work-number muted" : "work-number"}>{count}</strong>
        {oldest && late === 0 && <Oldest oldest={oldest} late={late} />}
        {!oldest && <span className="muted text-sm">{t("work.nothing")}</span>}
      </Link>
      {oldest && late > 0 && (
        <Link to={lists.late ?? lists.waiting}>
          <span className="sr-only">{t(`work.queue.${name}`)}</span>
          <Oldest oldest={oldest} late={late} />
        </Link>
      )}
    </li>
  );
}

function Oldest({ oldest, late }: { oldest: string; late: number }) {
  const { t } = useTranslation("dashboard");
  const age = useAge(oldest);
  return (
    <span className={`inline-flex items-start gap-1.5 text-sm ${late > 0 ? "text-danger font-semibold" : "muted"}`}>
      <Icon of={late > 0 ? TriangleAlert : Clock} className="mt-0.5 size-4 shrink-0" />
      {late > 0 ? (
        t("work.late", { age, count: late })
      ) : (
        <span>
          <span className="sr-only">{t("work.oldest")} </span>
          {age}
        </span>
      )}
    </span>
  );
}
