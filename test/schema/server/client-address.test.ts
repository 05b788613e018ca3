import { expect, test } from 'vitest';
import { networkOf } from '../../../src/schema/server/client-address.js';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8::2:3', '2001:db8:0:0'],
  ['2001:db8::2:3:4:5', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['2001:db8:1::', '2001:db8:1:0'],
  ['fe80::1%br-lan', 'fe80:0:0:0'],
  [null, ''],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
