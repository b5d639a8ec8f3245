// Lines of the graph, in one drawing below the nodes. Not React Flow's own: a thousand of those ask
// its store anew whenever the view moves.
// SPDX-License-Identifier: MIT
import { ViewportPortal } from '@xyflow/react';
import { memo, useMemo } from 'react';

import { defaultEdge, routesOf, type DrawnEdge } from './drawing';
import type { Box, Route } from './geometry';
import { keepEdge } from './live_marks';

interface EdgeProps {
  id: string;
  route: Route;
  title: string;
  selected: boolean;
  look: string;
  fault: '' | 'error' | 'warning';
  onSelect: (id: string, adding: boolean) => void;
}

/** A thousand titles are not made before one of them is wanted. */
function explain(edge: SVGGElement, text: string): void {
  let title: Element | null = edge.querySelector('title');
  if (!title) {
    title = document.createElementNS('http://www.w3.org/2000/svg', 'title');
    edge.append(title);
  }
  title.textContent = text;
}

const EdgeLine = memo(
  function EdgeLine({ id, route, title, selected, look, fault, onSelect }: EdgeProps) {
    const [x, y, angle] = route.tip;
    const isDefault = id === defaultEdge;
    return (
      <g
        ref={(element) => keepEdge(id, element)}
        className={`edge ${look}${selected ? ' is-selected' : ''}`}
        data-transition={isDefault ? undefined : id}
        role={isDefault ? 'presentation' : 'button'}
        aria-label={isDefault ? undefined : title}
        aria-pressed={isDefault ? undefined : selected}
        tabIndex={isDefault ? undefined : -1}
        onMouseEnter={isDefault ? undefined : (event) => explain(event.currentTarget, title)}
        onClick={isDefault ? undefined : (event) => onSelect(id, event.shiftKey || event.ctrlKey || event.metaKey)}
      >
        <path className="edge-hit" d={route.path} />
        <path className="edge-line" d={route.path} />
        <path className="edge-tip" d="M0 0L-10 -5L-10 5Z" transform={`translate(${x} ${y}) rotate(${angle})`} />
        {fault && (
          <g className={`edge-badge ${fault}`} transform={`translate(${route.middle[0]} ${route.middle[1]})`}>
            <circle r="8" />
            <text dy="4">!</text>
          </g>
        )}
      </g>
    );
  },
  (before, after) =>
    before.id === after.id &&
    before.route.path === after.route.path &&
    before.title === after.title &&
    before.selected === after.selected &&
    before.look === after.look &&
    before.fault === after.fault &&
    before.onSelect === after.onSelect,
);

export interface EdgesProps {
  edges: DrawnEdge[];
  titles: ReadonlyMap<string, string>;
  boxOf: (node: string) => Box | undefined;
  selected: readonly string[];
  faultOf: (id: string) => '' | 'error' | 'warning';
  onSelect: (id: string, adding: boolean) => void;
}

function lookOf({ transition }: DrawnEdge): string {
  if (!transition) return 'is-default-edge';
  if (transition.mute) return 'is-muted';
  return transition.solo ? 'is-solo' : '';
}

export function Edges({ edges, titles, boxOf, selected, faultOf, onSelect }: EdgesProps) {
  const routes = useMemo(() => routesOf(edges, boxOf), [edges, boxOf]);
  return (
    <ViewportPortal>
      <svg className="edges" aria-label="Transitions" role="group">
        {edges.map((edge) => {
          const route = routes.get(edge.id);
          return (
            route && (
              <EdgeLine
                key={edge.id}
                id={edge.id}
                route={route}
                title={titles.get(edge.id) ?? ''}
                selected={selected.includes(edge.id)}
                look={lookOf(edge)}
                fault={faultOf(edge.id)}
                onSelect={onSelect}
              />
            )
          );
        })}
      </svg>
    </ViewportPortal>
  );
}
