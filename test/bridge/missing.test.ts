/** Without roslib there is no bridge, and a sentence that says how to get it. */
import { expect, it, vi } from 'vitest';
import { startBridge } from '../../src/bridge/index.ts';
import { InputError } from '../../src/math/index.ts';
import { openArm } from '../helpers/bridge/scenes.ts';

vi.mock('roslib', () => {
  throw new Error('Cannot find package');
});

it('says what to install', async () => {
  const error = await startBridge(openArm(), { url: 'ws://127.0.0.1:1' }).catch((reason) => reason);
  expect(error).toBeInstanceOf(InputError);
  expect(error.fault).toMatchObject({ code: 'bridge/no-roslib', hint: 'npm install roslib ws' });
});
