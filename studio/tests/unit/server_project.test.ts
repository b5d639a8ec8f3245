// SPDX-License-Identifier: MIT
import { afterEach, expect, test, vi } from 'vitest';

import { ChangedElsewhere, NotAllowed, ServerProject, takeToken } from '../../src/motus/server_project';

afterEach(() => vi.unstubAllGlobals());

function answer(status: number, body = '', headers: Record<string, string> = {}) {
  const fetched = vi.fn(async () => new Response(status === 204 ? null : body, { status, headers }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

test('the token is taken off the address and kept for a reload', () => {
  const token = '0123456789abcdef0123456789abcdef';
  const kept = new Map<string, string>();
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) };
  const replaced = vi.fn();
  vi.stubGlobal('history', { replaceState: replaced });
  const place = { hash: '#' + token, pathname: '/', search: '' } as Location;
  expect(takeToken(place, storage as unknown as Storage)).toBe(token);
  expect(replaced).toHaveBeenCalledWith(null, '', '/');
  expect(takeToken({ ...place, hash: '' } as Location, storage as unknown as Storage)).toBe(token);
});

test('a page that no studio serves finds no project', async () => {
  answer(200, '<html>', { 'content-type': 'text/html' });
  expect(await new ServerProject('t').info()).toBeNull();
  answer(404);
  expect(await new ServerProject('t').info()).toBeNull();
});

test('every request carries the token; without it nothing is shown', async () => {
  const project = new ServerProject('secret');
  const fetched = answer(200, '{"version":"1","document":"","files":[]}', { 'content-type': 'application/json', etag: '"1"' });
  await project.info();
  await project.read('a.motus');
  expect(fetched.mock.calls).toEqual([
    ['api/project', { cache: 'no-store', headers: { 'X-Motus-Token': 'secret' } }],
    ['files/a.motus', { cache: 'no-store', headers: { 'X-Motus-Token': 'secret' } }],
  ]);
  answer(403);
  await expect(project.info()).rejects.toBeInstanceOf(NotAllowed);
  await expect(project.read('a.motus')).rejects.toBeInstanceOf(NotAllowed);
});

test('a file is written over what was read, and only over that', async () => {
  const project = new ServerProject('secret');
  answer(200, 'x', { etag: '"1"' });
  await project.read('a b/c.motus');
  const put = answer(204, '', { etag: '"2"' });
  await project.write('a b/c.motus', 'y');
  expect(put).toHaveBeenCalledWith('files/a%20b/c.motus', {
    method: 'PUT',
    headers: { 'X-Motus-Token': 'secret', 'If-Match': '"1"' },
    body: 'y',
  });
  await project.write('a b/c.motus', 'z');
  expect(put).toHaveBeenLastCalledWith('files/a%20b/c.motus', expect.objectContaining({
    headers: { 'X-Motus-Token': 'secret', 'If-Match': '"2"' },
  }));
});

test('a new file is not written over one that appeared meanwhile', async () => {
  const put = answer(204);
  await new ServerProject('secret').write('new.motus', 'y');
  expect(put).toHaveBeenCalledWith('files/new.motus', expect.objectContaining({
    headers: { 'X-Motus-Token': 'secret', 'If-None-Match': '*' },
  }));
});

test('refusals are told apart', async () => {
  const project = new ServerProject('old');
  answer(412);
  await expect(project.write('a.motus', '')).rejects.toBeInstanceOf(ChangedElsewhere);
  answer(403);
  await expect(project.write('a.motus', '')).rejects.toBeInstanceOf(NotAllowed);
  answer(500, 'the disk is full');
  await expect(project.write('a.motus', '')).rejects.toThrow('the disk is full');
});
