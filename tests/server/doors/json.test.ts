import {expect, it} from 'vitest'
import {DEVICE_BODY_BYTES} from '../../../contract/limits'
import {parseJson} from '../../../server/http/json'

const refusal = expect.objectContaining({statusCode: 400, message: 'The body is not valid JSON.'})

// One body of this length that ends with an x took the loop an hour, when an expression looked for the end of the NULs.
it.each([
  ['NULs', '\0'],
  ['byte order marks', '\uFEFF'],
  ['blanks', ' '],
  ['brackets', '['],
])('a message of a device of %s alone is refused by one walk over it', (_, character) => {
  expect(() => parseJson(`${character.repeat(DEVICE_BODY_BYTES - 1)}x`)).toThrow(refusal)
})
