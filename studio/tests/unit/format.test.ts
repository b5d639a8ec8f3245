// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';

import { formatNumber, formatPercent, formatSeconds, plural } from '../../src/widgets/format';

test.each([[0, '0:00.00'], [1.5, '0:01.50'], [61.25, '1:01.25'], [-2, '-0:02.00'], [3600, '60:00.00']])(
  '%s seconds read %s',
  (seconds, text) => expect(formatSeconds(seconds)).toBe(text),
);

test('numbers show what they say and no more', () => {
  expect([0.1 + 0.2, 2, -0.12345, NaN].map(formatNumber)).toEqual(['0.3', '2', '-0.123', '–']);
  expect(formatPercent(0.256)).toBe('26 %');
  expect([plural(1, 'state'), plural(3, 'state'), plural(2, 'entry', 'entries')]).toEqual(['1 state', '3 states', '2 entries']);
});
