import { type AppLoadContext, data, redirect } from "@remix-run/node";
import { legalEditingApi } from "#contract/law/legal-editing";
import { ApiError } from "~/api/api-error";
import { orNotFound } from "~/errors/not-found.server";
import { flashToast } from "~/toasts/flash.server";

const list = "/dashboard/admin/documents/texts";

/** The steps of a text's life that are a button: publish, discard, begin the next version. */
export async function moveText(context: AppLoadContext, id: string, intent: string) {
  const { api, t } = context;
  const params = { id };
  try {
    if (intent === "publish") await api.call(legalEditingApi.publish, { params }).catch(orNotFound);
    else if (intent === "remove") await api.call(legalEditingApi.remove, { params }).catch(orNotFound);
    else if (intent === "nextVersion") {
      const next = await api.call(legalEditingApi.nextVersion, { params }).catch(orNotFound);
      return redirect(`${list}/${next.id}`, 303);
    } else throw data(null, { status: 400 });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    flashToast(context, { title: error.body.title ?? t("common:forms.failed"), color: "danger", icon: "problem" });
    return redirect(`${list}/${id}`, 303);
  }
  flashToast(context, { title: t(intent === "publish" ? "signing:done.published" : "signing:done.removed") });
  return redirect(intent === "publish" ? `${list}/${id}` : list, 303);
}
