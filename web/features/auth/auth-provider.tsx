import {
	lazy,
	type ReactNode,
	Suspense,
	useCallback,
	useMemo,
	useRef,
	useState,
} from "react";
import { request } from "#web/api/request.ts";
import { useSession } from "#web/api/use-session.ts";
import { type Auth, AuthContext } from "./auth-context.ts";
import type { AuthMode } from "./auth-form.tsx";

const AuthDialog = lazy(async () => ({
	default: (await import("./auth-dialog.tsx")).AuthDialog,
}));

/** Holds the session and the one sign-in dialog of the page. */
export function AuthProvider({ children }: { children: ReactNode }) {
	const { user, refresh } = useSession();
	const [open, setOpen] = useState(false);
	// Mounted only while needed, closing motion included.
	const [mounted, setMounted] = useState(false);
	const [mode, setMode] = useState<AuthMode>("sign-in");
	const [reason, setReason] = useState<string | undefined>();
	const settle = useRef<(signedIn: boolean) => void>(() => {});

	const promptSignIn = useCallback((why?: string) => {
		settle.current(false);
		setReason(why);
		setMode("sign-in");
		setMounted(true);
		setOpen(true);
		return new Promise<boolean>((resolve) => {
			settle.current = resolve;
		});
	}, []);

	const refreshSession = useRef(refresh);
	refreshSession.current = refresh;
	const signOut = useCallback(async () => {
		await request("/api/auth/sign-out", { method: "POST", body: {} });
		await refreshSession.current();
	}, []);

	function finish(signedIn: boolean): void {
		setOpen(false);
		settle.current(signedIn);
		settle.current = () => {};
	}

	const auth = useMemo<Auth>(
		() => ({ user, promptSignIn, signOut }),
		[user, promptSignIn, signOut],
	);
	return (
		<AuthContext value={auth}>
			{children}
			{mounted && (
				<Suspense fallback={null}>
					<AuthDialog
						open={open}
						mode={mode}
						reason={reason}
						onMode={setMode}
						onAnswer={async () => {
							const signed_in = (await refresh()) !== null;
							if (signed_in) finish(true);
							return signed_in;
						}}
						onClose={() => finish(false)}
						onClosed={() => setMounted(false)}
					/>
				</Suspense>
			)}
		</AuthContext>
	);
}
