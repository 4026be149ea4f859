import { useSyncExternalStore } from "react";
import { Link } from "react-router-dom";
import { Icon } from "./icon.tsx";

/** Announced messages about events elsewhere on the site. */
export function ToastRegion() {
	const toasts = useToasts();
	return (
		<div
			role="status"
			data-print="no"
			className="pointer-events-none fixed inset-x-4 bottom-[calc(1rem+var(--bottom-bar,0rem))] z-30 flex flex-col items-end gap-3"
		>
			{toasts.map((toast) => (
				<div
					key={toast.id}
					className="appear pointer-events-auto flex w-full max-w-sm items-start gap-3 rounded-md border border-rule bg-raised p-4 shadow-lift"
				>
					<div className="min-w-0 grow">
						<p className="font-semibold">{toast.title}</p>
						{toast.text !== "" && <p className="line-clamp-2 text-sm text-muted">{toast.text}</p>}
						{toast.action !== undefined && (
							<ToastPress action={toast.action} onPress={() => closeToast(toast.id)} />
						)}
					</div>
					<button
						type="button"
						aria-label={`Dismiss: ${toast.title}`}
						onClick={() => closeToast(toast.id)}
						className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-md hover:bg-sunken"
					>
						<Icon name="close" />
					</button>
				</div>
			))}
		</div>
	);
}

const PRESS = "inline-flex min-h-9 items-center text-sm font-semibold underline underline-offset-4";

function ToastPress({ action, onPress }: { action: ToastAction; onPress: () => void }) {
	if ("href" in action) {
		return (
			<Link to={action.href} onClick={onPress} className={PRESS}>
				{action.label}
			</Link>
		);
	}
	return (
		<button
			type="button"
			onClick={() => {
				onPress();
				action.onPress();
			}}
			className={PRESS}
		>
			{action.label}
		</button>
	);
}

type ToastAction = { label: string; href: string } | { label: string; onPress: () => void };

type Toast = {
	id: number;
	title: string;
	text: string;
	action?: ToastAction;
	/** A newer toast on the same topic replaces it. */
	topic?: string;
	/** The toast disappears after this time, so its action must be available elsewhere too. */
	duration_ms?: number;
};

/** More than these at once would cover the page. */
const MAX_TOASTS = 3;

const NO_TOASTS: readonly Toast[] = [];
let toasts = NO_TOASTS;
let last_id = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
	toasts = next;
	for (const listener of listeners) listener();
}

/**
 * Shows a toast. By default it stays until it is closed or followed, because nobody may be
 * looking when it appears.
 */
export function showToast(toast: Omit<Toast, "id">): void {
	last_id += 1;
	const id = last_id;
	const others = toasts.filter(({ topic }) => topic === undefined || topic !== toast.topic);
	set([...others, { ...toast, id }].slice(-MAX_TOASTS));
	if (toast.duration_ms !== undefined) {
		setTimeout(() => closeToast(id), toast.duration_ms);
	}
}

function closeToast(id: number): void {
	set(toasts.filter((toast) => toast.id !== id));
}

function useToasts(): readonly Toast[] {
	return useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		() => toasts,
		() => NO_TOASTS,
	);
}
