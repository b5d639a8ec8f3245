// Buttons and bars that panels share.
// SPDX-License-Identifier: MIT
import { useRef, type ReactNode } from 'react';

import { useFrame } from '../store/frames';
import { Icon, type IconName } from './icons';

interface IconButtonProps {
  icon: IconName;
  label: string;
  shortcut?: string;
  pressed?: boolean;
  disabled?: boolean;
  quiet?: boolean;
  onClick: () => void;
}

export function IconButton({ icon, label, shortcut, pressed, disabled, quiet = true, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      className={`button icon${quiet ? ' quiet' : ''}`}
      aria-label={label}
      aria-pressed={pressed}
      aria-keyshortcuts={shortcut}
      title={shortcut ? `${label} (${shortcut})` : label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

/** A bar that follows a number from 0 to 1, frame by frame. */
export function LiveBar({ label, next, read }: { label: string; next?: boolean; read: () => number }) {
  const bar = useRef<HTMLDivElement>(null);
  const fill = useRef<HTMLElement>(null);
  const last = useRef(-1);
  useFrame(() => {
    const part = Math.min(1, Math.max(0, read()));
    if (part === last.current || !bar.current || !fill.current) return;
    last.current = part;
    fill.current.style.transform = `scaleX(${part})`;
    bar.current.setAttribute('aria-valuenow', String(Math.round(part * 100)));
  });
  return (
    <div
      ref={bar}
      className={next ? 'bar next' : 'bar'}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
    >
      <i ref={fill} />
    </div>
  );
}

/** Text that follows a frame. */
export function LiveText({ className, read }: { className?: string; read: () => string }) {
  const element = useRef<HTMLSpanElement>(null);
  useFrame(() => {
    const text = read();
    if (element.current && element.current.textContent !== text) element.current.textContent = text;
  });
  return <span ref={element} className={className} />;
}

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children}
    </div>
  );
}
