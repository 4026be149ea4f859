import { useNavigate, useSearchParams } from "react-router-dom";
import { type DashboardTab, paths } from "#web/paths.ts";

export type DashboardPlace = {
	tab: DashboardTab;
	view: string | null;
	/** A link to a channel, or to a video of it, that the claim form begins with. */
	url: string;
};

/** Where on the dashboard one is, kept in the address so that a link leads there. */
export function useDashboardPlace() {
	const [params] = useSearchParams();
	const navigate = useNavigate();
	const url = params.get("url") ?? "";
	const tab = tabOf(params.get("tab"), url);
	const place: DashboardPlace = { tab, view: params.get("view"), url };
	const go = (to: string) =>
		navigate(to, { replace: true, preventScrollReset: true });
	return {
		place,
		chooseTab: (next: DashboardTab) => void go(paths.dashboard({ tab: next })),
		chooseView: (view: string, link?: string) =>
			void go(
				paths.dashboard({
					tab,
					view,
					...(link === undefined ? {} : { url: link }),
				}),
			),
	};
}

/** A link with something to claim and no tab means the claim form. */
function tabOf(value: string | null, url: string): DashboardTab {
	if (value === "community" || value === "owner" || value === "activity") {
		return value;
	}
	return url === "" ? "community" : "owner";
}
