import { type MouseEvent, useCallback } from "react";
import { useNavigate } from "react-router-dom";
import { useAuth } from "./auth-context.ts";

/**
 * Handles links to reports in search and on the home page: members follow them directly, visitors
 * sign in first. Clicks that open a tab are left to the browser.
 */
export function useGatedNavigation(): {
	locked: boolean;
	choose: (path: string, event: MouseEvent) => void;
} {
	const { user, promptSignIn } = useAuth();
	const navigate = useNavigate();
	const choose = useCallback(
		async (path: string, event: MouseEvent) => {
			if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
				return;
			}
			event.preventDefault();
			const may = Boolean(user) || (await promptSignIn(REASON));
			if (may) navigate(path);
		},
		[user, promptSignIn, navigate],
	);
	return { locked: user === null, choose };
}

const REASON = "Sign in to view the full analysis.";
