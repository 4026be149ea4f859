import { useEffect } from "react";
import { showToast } from "./toasts.ts";

/** Stands where a dialog or a small part could not be fetched: says so, and the page stays as it is. */
export function PartMissing({ onMissing }: { onMissing?: () => void }) {
	useEffect(() => {
		onMissing?.();
		showToast({
			title: "This could not be loaded",
			text: "The connection may be gone, or the site has just been updated.",
			matter: "part missing",
			action: {
				label: "Refresh Page",
				onPress: () => window.location.reload(),
			},
		});
	}, [onMissing]);
	return null;
}
