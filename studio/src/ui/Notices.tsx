// Messages over the middle of the page, never over the drawer: an error interrupts a screen reader, the rest waits.
// SPDX-License-Identifier: MIT
import { useEffect } from 'react';

import { dismiss, notices, type Notice } from '../store/notices';
import { useStore } from '../store/store';
import { Icon } from '../widgets/icons';

const kShownFor = 4000;
const kMostFaults = 6;

function NoticeBox({ notice }: { notice: Notice }) {
  useEffect(() => {
    if (notice.tone !== 'info') return undefined;
    const timer = setTimeout(() => dismiss(notice.id), kShownFor);
    return () => clearTimeout(timer);
  }, [notice]);
  const more = notice.faults.length - kMostFaults;
  return (
    <div className={`notice ${notice.tone}`} role={notice.tone === 'error' ? 'alert' : 'status'}>
      {notice.tone !== 'info' && <Icon name="warning" />}
      <div className="notice-body" tabIndex={notice.tone === 'info' ? undefined : 0}>
        <strong>{notice.title}</strong>
        {notice.text !== '' && <p>{notice.text}</p>}
        {notice.faults.length > 0 && (
          <ul>
            {notice.faults.slice(0, kMostFaults).map((fault, index) => (
              <li key={index}>
                <code>{fault.path || '/'}</code> {fault.message}
              </li>
            ))}
            {more > 0 && <li>and {more} more</li>}
          </ul>
        )}
        {notice.actions.length > 0 && (
          <div className="notice-actions">
            {notice.actions.map((action) => (
              <button
                key={action.label}
                type="button"
                className="button"
                onClick={() => {
                  dismiss(notice.id);
                  action.run();
                }}
              >
                {action.label}
              </button>
            ))}
          </div>
        )}
      </div>
      <button type="button" className="button quiet icon" aria-label="Dismiss" onClick={() => dismiss(notice.id)}>
        <Icon name="close" />
      </button>
    </div>
  );
}

export function Notices() {
  const list = useStore(notices, (state) => state.list);
  return (
    <div className="notices">
      {list.map((notice) => (
        <NoticeBox key={notice.id} notice={notice} />
      ))}
    </div>
  );
}
