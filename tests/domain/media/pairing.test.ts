import {expect, it} from 'vitest'
import {proposedName} from '../../../src/domain/media/pairing'

it.each([
  ['Screen', [], 'Screen'],
  ['Lobby screen', ['Lobby screen'], 'Lobby screen 2'],
  ['Lobby screen 2', ['Lobby screen', 'Lobby screen 2'], 'Lobby screen 3'],
  ['Room 12', ['Room 12', 'Room'], 'Room 2'],
])('proposes beside %j and %j the name %j', (name, taken, proposed) => {
  expect(proposedName(name, taken)).toBe(proposed)
})
