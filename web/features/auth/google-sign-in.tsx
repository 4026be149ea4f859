import { useLocation } from "react-router-dom";
import { buttonClass } from "#web/ui/button.tsx";

/** Leaves for Google and comes back to this page. */
export function GoogleSignIn() {
	const { pathname, search, hash } = useLocation();
	const back = encodeURIComponent(pathname + search + hash);
	return (
		<>
			<a
				href={`/api/auth/google?return_to=${back}`}
				className={buttonClass("secondary")}
			>
				Continue with Google
			</a>
			<p className="flex items-center gap-3 text-sm text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
				Or continue with email
			</p>
		</>
	);
}
