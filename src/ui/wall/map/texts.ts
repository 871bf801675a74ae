import {textsOf} from '../../../domain/language'

export const texts = textsOf('wall.map', {
  devices: 'Devices on the map',
  without: (names: string, count: string, number: number) =>
    `${count} ${number === 1 ? 'device has' : 'devices have'} no position: ${names}`,
  more: (names: string, count: string) => `${names} and ${count} more`,
  none: 'No device has a place. Its attributes “latitude” and “longitude” say it, or its values of these keys.',
  several: (count: string, name: string, status: string) => `${count} devices, the worst: ${name}, ${status}`,
  mark: (name: string, status: string) => `${name}, ${status}`,
  view: 'Shows',
  views: {fitted: 'All devices', kept: 'This part'},
  latitude: 'Latitude of the middle',
  longitude: 'Longitude of the middle',
  zoom: 'Zoom',
  missing: 'Parts of the map could not be loaded',
  before: (age: string) => `as it was ${age} ago`,
})
