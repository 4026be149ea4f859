import {
	type ReactNode,
	Suspense,
	useCallback,
	useEffect,
	useMemo,
	useRef,
	useState,
} from "react";
import { useSWRConfig } from "swr";
import { isPersonalKey } from "#web/api/personal-keys.ts";
import { request } from "#web/api/request.ts";
import { useSession } from "#web/api/use-session.ts";
import { ErrorBoundary } from "#web/ui/error-boundary.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { PartMissing } from "#web/ui/part-missing.tsx";
import { type Auth, AuthContext } from "./auth-context.ts";
import { takeAuthError } from "./auth-error.ts";
import type { AuthMode } from "./auth-mode.ts";

const AuthDialog = lazyPart(async () => ({
	default: (await import("./auth-dialog.tsx")).AuthDialog,
}));

/** Holds the session and the one sign-in dialog of the page. */
export function AuthProvider({ children }: { children: ReactNode }) {
	const { user, google, refresh } = useSession();
	const [open, setOpen] = useState(false);
	// Mounted only while needed, closing motion included.
	const [mounted, setMounted] = useState(false);
	const [mode, setMode] = useState<AuthMode>("sign-in");
	const [why, setWhy] = useState<{ reason?: string; problem?: string }>({});
	const settle = useRef<(signedIn: boolean) => void>(() => {});

	const promptSignIn = useCallback((reason?: string, problem?: string) => {
		settle.current(false);
		setWhy({
			...(reason === undefined ? {} : { reason }),
			...(problem === undefined ? {} : { problem }),
		});
		setMode("sign-in");
		setMounted(true);
		setOpen(true);
		return new Promise<boolean>((resolve) => {
			settle.current = resolve;
		});
	}, []);

	useEffect(() => {
		const problem = takeAuthError();
		if (problem !== undefined) void promptSignIn(undefined, problem);
	}, [promptSignIn]);

	const refreshSession = useRef(refresh);
	refreshSession.current = refresh;
	const { mutate } = useSWRConfig();
	const refreshUser = useCallback(async () => {
		if ((await refreshSession.current()) !== null) return;
		// Whoever signs in next here finds nothing of the last member's.
		await mutate(isPersonalKey, undefined, { revalidate: false });
	}, [mutate]);
	const signOut = useCallback(async () => {
		await request("/api/auth/sign-out", { method: "POST", body: {} });
		await refreshUser();
	}, [refreshUser]);

	const finish = useCallback((signedIn: boolean) => {
		setOpen(false);
		settle.current(signedIn);
		settle.current = () => {};
	}, []);
	const giveUp = useCallback(() => finish(false), [finish]);

	const auth = useMemo<Auth>(
		() => ({ user, promptSignIn, signOut, refreshUser }),
		[user, promptSignIn, signOut, refreshUser],
	);
	return (
		<AuthContext value={auth}>
			{children}
			{mounted && (
				<ErrorBoundary
					instead={<PartMissing onMissing={giveUp} />}
					resetKey={`${open}`}
				>
					<Suspense fallback={null}>
						<AuthDialog
							open={open}
							mode={mode}
							reason={why.reason}
							problem={why.problem}
							google={google}
							onMode={setMode}
							onAgreed={async () => {
								if ((await refresh()) !== null) finish(true);
							}}
							onClose={giveUp}
							onClosed={() => setMounted(false)}
						/>
					</Suspense>
				</ErrorBoundary>
			)}
		</AuthContext>
	);
}
