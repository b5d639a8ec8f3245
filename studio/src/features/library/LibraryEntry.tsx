// One line of the library's tree: what it looks like, and what is dragged onto it.
// SPDX-License-Identifier: MIT
import { useState, type DragEvent, type ReactNode } from 'react';

import { useApp } from '../../store/frames';
import { Icon, type IconName } from '../../widgets/icons';

const kDragged = 'motus/library';

/** Where a line stands: what is dropped on it goes there. */
export interface Place {
  id: string;
  /** The folder it lies in; '' where in none. */
  folder: string;
  /** The line behind it in the same list; '' where it is the last. */
  next: string;
  /** What is dropped goes into it, not beside it. */
  into?: boolean;
}

type Where = 'before' | 'behind' | 'into' | '';

/** Lines that are dragged to another place, and take others. */
function useDrag(place: Place | undefined) {
  const { studio } = useApp();
  const [where, setWhere] = useState<Where>('');
  if (!place) return { where, handlers: {} };
  const at = (event: DragEvent): Where => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const part = (event.clientY - top) / height;
    if (place.into && part > 0.25) return 'into';
    return part < 0.5 ? 'before' : 'behind';
  };
  const handlers = {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.stopPropagation();
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData(kDragged, place.id);
    },
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(kDragged)) return;
      event.preventDefault();
      event.stopPropagation();
      setWhere(at(event));
    },
    onDragLeave: () => setWhere(''),
    onDrop: (event: DragEvent) => {
      const item = event.dataTransfer.getData(kDragged);
      setWhere('');
      if (item === '') return;
      event.preventDefault();
      event.stopPropagation();
      const drop = at(event);
      if (item === place.id) return;
      if (drop === 'into') studio.command({ do: 'library_move', item, folder: place.id });
      else studio.command({ do: 'library_move', item, folder: place.folder, before: drop === 'before' ? place.id : place.next });
    },
  };
  return { where, handlers };
}

export interface EntryProps {
  icon: IconName;
  name: string;
  detail?: string;
  current?: boolean;
  disabled?: boolean;
  level?: number;
  /** Of folders. */
  expanded?: boolean;
  place?: Place;
  /** What is inside, below the line. */
  children?: ReactNode;
  onOpen: (more: boolean) => void;
}

export function LibraryEntry({ icon, name, detail, current, disabled, level, expanded, place, children, onOpen }: EntryProps) {
  const { where, handlers } = useDrag(place);
  return (
    <li role="none">
      <button
        type="button"
        role="treeitem"
        className={where === '' ? 'entry' : `entry drop-${where}`}
        aria-selected={current ?? false}
        aria-disabled={disabled}
        aria-expanded={expanded}
        tabIndex={-1}
        title={disabled ? `${name}: its source has no such clip any more` : name}
        style={level ? { paddingLeft: 8 + 14 * level } : undefined}
        data-item={place?.id}
        {...handlers}
        onClick={(event) => !disabled && onOpen(event.shiftKey || event.ctrlKey || event.metaKey)}
      >
        {expanded !== undefined && <Icon name="chevron" />}
        <Icon name={icon} />
        <span className="entry-name">{name}</span>
        {detail && <span className="entry-detail">{detail}</span>}
      </button>
      {children}
    </li>
  );
}

/** A kind of things, with its heading: what is dropped there leaves its folder. */
export function LibraryGroup({ title, takes, children }: { title: string; takes?: boolean; children: ReactNode }) {
  const { studio } = useApp();
  const handlers = takes && {
    onDragOver: (event: DragEvent) => event.dataTransfer.types.includes(kDragged) && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      const item = event.dataTransfer.getData(kDragged);
      if (item === '') return;
      event.preventDefault();
      studio.command({ do: 'library_move', item, folder: '' });
    },
  };
  return (
    <li role="none" className="entry-group">
      <h3 aria-hidden="true" {...handlers}>
        {title}
      </h3>
      <ul role="group" aria-label={title}>
        {children}
      </ul>
    </li>
  );
}
