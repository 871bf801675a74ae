import {describe, expect, it} from 'vitest'
import {type ChosenFile, sorted} from '../../../src/domain/media/upload'
import {UNKNOWN_ROOM} from '../../../src/domain/media/video'

const file = (name: string, size = 10, type = 'video/mp4'): ChosenFile => ({name, size, type, lastModified: 1})
const room = {used: 70, quota: 100, fileLimit: 50}

describe('files that are chosen to be uploaded', () => {
  it.each([
    ['a video', file('a.mp4'), null],
    ['a video whose type the system does not know', file('a.MOV', 10, ''), null],
    ['a text', file('a.txt', 10, 'text/plain'), 'notVideo'],
    ['a text that is named as a video', file('a.mp4', 10, 'text/plain'), 'notVideo'],
    ['a file of an unknown kind', file('a', 10, ''), 'notVideo'],
    ['an empty video', file('a.mp4', 0), 'empty'],
    ['a video of the largest size', file('a.mp4', 30), null],
    ['a video that is too large', file('a.mp4', 51), 'tooLarge'],
    ['a video that does not fit into the quota', file('a.mp4', 31), 'noRoom'],
  ])('%s', (_, chosen, why) => {
    const {taken, refused} = sorted([chosen], [], room)
    expect([taken, refused]).toEqual(why === null ? [[chosen], []] : [[], [{name: chosen.name, why}]])
  })

  it('share the room with each other and with those under way', () => {
    const [one, two, three] = [file('1.mp4'), file('2.mp4'), file('3.mp4')]
    expect(sorted([one, two, three], [file('0.mp4')], room)).toEqual({
      taken: [one, two],
      refused: [{name: '3.mp4', why: 'noRoom'}],
    })
  })

  it('are taken once, whether they are under way or chosen twice', () => {
    const [one, two] = [file('1.mp4'), file('2.mp4')]
    expect(sorted([one, two, {...two}], [{...one}], UNKNOWN_ROOM)).toEqual({
      taken: [two],
      refused: [
        {name: '1.mp4', why: 'repeated'},
        {name: '2.mp4', why: 'repeated'},
      ],
    })
  })
})
