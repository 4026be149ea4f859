import { useSyncExternalStore } from "react";

export type ToastAction =
	| { label: string; href: string }
	| { label: string; onPress: () => void };

export type Toast = {
	id: number;
	title: string;
	text: string;
	action?: ToastAction;
	/** A newer note on the same matter takes its place. */
	matter?: string;
	/** Goes by itself after this long; what it offers is found elsewhere too. */
	lasts_ms?: number;
};

/** More than these at once would cover the page. */
const MOST = 3;

let toasts: readonly Toast[] = [];
let last_id = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
	toasts = next;
	for (const listener of listeners) listener();
}

/** Shows a note, by default until it is closed or followed: it may come while nobody looks. */
export function showToast(toast: Omit<Toast, "id">): void {
	last_id += 1;
	const id = last_id;
	const others = toasts.filter(
		({ matter }) => matter === undefined || matter !== toast.matter,
	);
	set([...others, { ...toast, id }].slice(-MOST));
	if (toast.lasts_ms !== undefined) {
		setTimeout(() => closeToast(id), toast.lasts_ms);
	}
}

export function closeToast(id: number): void {
	set(toasts.filter((toast) => toast.id !== id));
}

export function useToasts(): readonly Toast[] {
	return useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		() => toasts,
	);
}
