import { type AppLoadContext, data, redirect } from "@remix-run/node";
import { legalEditingApi } from "#contract/law/legal-editing";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";

const list = "/dashboard/admin/documents/texts";

/** The transitions of a text with a button: publish, discard, begin the next version. */
export async function moveText(context: AppLoadContext, id: string, intent: string) {
  const [step, stops] = intent.split(" ");
  const { api, t } = context;
  const params = { id };
  try {
    if (step === "publish")
      await api.call(legalEditingApi.publish, { params, query: stops ? { stops: Number(stops) } : {} }).catch(orNotFound);
    else if (intent === "remove") await api.call(legalEditingApi.remove, { params }).catch(orNotFound);
    else if (intent === "nextVersion") {
      const next = await api.call(legalEditingApi.nextVersion, { params }).catch(orNotFound);
      return redirect(`${list}/${next.id}`, 303);
    } else throw data(null, { status: 400 });
  } catch (error) {
    if (!(error instanceof ApiError) || ![409, 422].includes(error.status)) throw error;
    flashToast(context, {
      title: error.status === 422 ? t("signing:publish.countChanged") : (error.body.title ?? t("common:forms.failed")),
      color: "danger",
      icon: "problem",
    });
    return redirect(`${list}/${id}`, 303);
  }
  flashToast(context, { title: t(step === "publish" ? "signing:done.published" : "signing:done.removed") });
  return redirect(step === "publish" ? `${list}/${id}` : list, 303);
}
