import { useSyncExternalStore } from "react";

export type Toast = {
	id: number;
	title: string;
	text: string;
	action: { label: string; href: string };
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

/** Shows a note until it is closed or followed: it may come while nobody looks. */
export function showToast(toast: Omit<Toast, "id">): void {
	last_id += 1;
	set([...toasts, { ...toast, id: last_id }].slice(-MOST));
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
