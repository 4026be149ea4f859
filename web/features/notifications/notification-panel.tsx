import { Popover } from "@base-ui/react/popover";
import type { RefObject } from "react";
import { Link } from "react-router-dom";
import type { Notification } from "#contract/notifications.ts";
import { problemText } from "#web/api/api-problem.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { formatRelativeDay } from "#web/ui/format.ts";
import { Skeleton } from "#web/ui/view-states.tsx";
import { type MemberNotifications, notificationPath } from "./use-notifications.ts";

/** The list under the button. */
export function NotificationPanel({
	notifications,
	anchor,
	open,
	onClose,
}: {
	notifications: MemberNotifications;
	anchor: RefObject<HTMLButtonElement | null>;
	open: boolean;
	onClose: () => void;
}) {
	const unread = notifications.list?.unread ?? 0;
	return (
		<Popover.Root
			open={open}
			onOpenChange={(next, { event, reason }) => {
				// A click on the button already closes the list.
				const on_button =
					reason === "outside-press" && anchor.current?.contains(event.target as Node | null);
				if (!next && !on_button) onClose();
			}}
		>
			<Popover.Portal>
				<Popover.Positioner
					anchor={anchor}
					align="end"
					sideOffset={14}
					collisionPadding={12}
					className="z-30"
				>
					<Popover.Popup
						finalFocus={anchor}
						className="flex max-h-[min(32rem,var(--available-height))] w-96 max-w-[var(--available-width)] flex-col border border-rule bg-raised shadow-lift focus:outline-none sm:rounded-md"
					>
						<div className="flex min-h-14 items-center justify-between gap-3 border-b border-line px-4">
							<Popover.Title className="font-serif text-lg font-semibold">
								Notifications
							</Popover.Title>
							{unread > 0 && (
								<Button
									variant="quiet"
									onClick={() => void notifications.read(null).catch(() => {})}
								>
									Mark all read
								</Button>
							)}
						</div>
						<NotificationList notifications={notifications} onClose={onClose} />
						<Link
							to={paths.following()}
							onClick={onClose}
							className="flex min-h-11 items-center border-t border-line px-4 text-sm font-semibold link"
						>
							What you follow
						</Link>
					</Popover.Popup>
				</Popover.Positioner>
			</Popover.Portal>
		</Popover.Root>
	);
}

function NotificationList({
	notifications,
	onClose,
}: {
	notifications: MemberNotifications;
	onClose: () => void;
}) {
	if (notifications.list === undefined) {
		return notifications.problem === undefined ? (
			<Skeleton className="m-4 h-24" />
		) : (
			<div role="alert" className="flex flex-col items-start gap-3 p-4">
				<p>{problemText(notifications.problem)}</p>
				<Button onClick={notifications.reload}>Try Again</Button>
			</div>
		);
	}
	const entries = notifications.list.notifications;
	if (entries.length === 0) {
		return (
			<p className="p-4 text-muted">
				Nothing yet. We notify you when your analysis is done, when members vote on it and when a
				creator responds.
			</p>
		);
	}
	return (
		<ul className="overflow-y-auto overscroll-contain">
			{entries.map((entry) => (
				<li key={entry.id} className="border-t border-line first:border-t-0">
					<Entry
						notification={entry}
						onPress={() => {
							// If the server refuses, the entry is shown as unread again.
							if (!entry.read) void notifications.read([entry.id]).catch(() => {});
							if (notificationPath(entry) !== null) onClose();
						}}
					/>
				</li>
			))}
		</ul>
	);
}

function Entry({ notification, onPress }: { notification: Notification; onPress: () => void }) {
	const path = notificationPath(notification);
	const look = "flex w-full gap-3 px-4 py-3 text-left hover:bg-sunken";
	const content = (
		<>
			<span
				aria-hidden="true"
				className={`mt-2 size-2 shrink-0 rounded-full ${notification.read ? "" : "bg-ink"}`}
			/>
			<span className="min-w-0 grow">
				<span className="flex justify-between gap-3">
					<span className={notification.read ? "" : "font-semibold"}>
						{!notification.read && <span className="sr-only">Unread: </span>}
						{notification.title}
					</span>
					<span className="shrink-0 text-sm text-muted">
						{formatRelativeDay(notification.timestamp)}
					</span>
				</span>
				<span className="block text-sm text-muted">{notification.message}</span>
			</span>
		</>
	);
	return path === null ? (
		<button type="button" onClick={onPress} className={look}>
			{content}
		</button>
	) : (
		<Link to={path} onClick={onPress} className={look}>
			{content}
		</Link>
	);
}
