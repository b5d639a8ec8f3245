// What is wrong with the document: a click goes there, a button mends it.
// SPDX-License-Identifier: MIT
import { useApp } from '../../store/frames';
import { useStore } from '../../store/store';
import { Empty } from '../../widgets/controls';
import { Icon } from '../../widgets/icons';
import { jumpTo, titleOf } from './fault_place';

export function ProblemsPanel() {
  const { studio } = useApp();
  const list = useStore(studio.problems, (state) => state.list);
  if (list.length === 0)
    return (
      <Empty title="No problems">
        <p>The document is checked after every edit. What would not play as drawn is listed here.</p>
      </Empty>
    );
  return (
    <ul className="problems" aria-label="Problems">
      {list.map((problem, index) => (
        <li key={`${problem.path} ${problem.code} ${index}`} className={problem.severity}>
          <button type="button" className="problem" onClick={() => jumpTo(studio, problem.path)}>
            <Icon name={problem.severity === 'error' ? 'cross' : 'warning'} />
            <span className="hidden-label">{problem.severity === 'error' ? 'Error: ' : 'Warning: '}</span>
            <strong>{titleOf(studio, problem.path)}</strong>
            <span className="problem-text">{problem.message}</span>
          </button>
          {problem.fix && (
            <button type="button" className="button small" onClick={() => studio.problems.fix(problem)}>
              {problem.fix.title}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** How many there are, for the tab. */
export function ProblemCount() {
  const { studio } = useApp();
  const list = useStore(studio.problems, (state) => state.list);
  if (list.length === 0) return null;
  const worst = list.some(({ severity }) => severity === 'error') ? 'error' : 'warning';
  return <span className={`count ${worst}`}>{list.length}</span>;
}
