import { expect, it } from 'vitest';
import { pictureAddress } from './picture-address.ts';

it.each(['imageUrl', 'url', 'image', 'path'])('@3-photo-places a picture is read from %s', (place) => {
  expect(pictureAddress({ [place]: '/photos/a.jpg' })).toBe('/photos/a.jpg');
});

it('its own place comes first, and what is no address is passed over', () => {
  expect(pictureAddress({ path: '/b.jpg', imageUrl: '/a.jpg' })).toBe('/a.jpg');
  expect(pictureAddress({ imageUrl: '', url: null, image: 7, path: '/b.jpg' })).toBe('/b.jpg');
  expect(pictureAddress({})).toBe('');
});
