import {describe, expect, it} from 'vitest'
import {counted, ordered, type Play, playsCsv, playsFileName, sumOf} from '../../../src/domain/media/play'

const play = (deviceName: string, assetId: string, startedAt: number, more: Partial<Play> = {}): Play => ({
  deviceId: deviceName.toLowerCase(),
  deviceName,
  assetId,
  assetName: `${assetId}.mp4`,
  startedAt,
  seconds: 10,
  isWhole: true,
  revision: 3,
  ...more,
})

const PLAYS = [
  play('Hall', 'b', 3000, {assetName: 'new name'}),
  play('Entrance', 'a', 5000),
  play('Hall', 'b', 1000, {assetName: 'old name'}),
  play('Hall', 'a', 2000, {isWhole: false, seconds: 4}),
]

describe('the proof of play', () => {
  it('counts each video on each screen, the most played first', () => {
    const rows = ordered(counted(PLAYS))
    expect(rows).toEqual([
      {
        deviceId: 'entrance',
        deviceName: 'Entrance',
        assetId: 'a',
        assetName: 'a.mp4',
        whole: 1,
        brokenOff: 0,
        seconds: 10,
        first: 5000,
        last: 5000,
      },
      {
        deviceId: 'hall',
        deviceName: 'Hall',
        assetId: 'b',
        assetName: 'new name',
        whole: 2,
        brokenOff: 0,
        seconds: 20,
        first: 1000,
        last: 3000,
      },
      {
        deviceId: 'hall',
        deviceName: 'Hall',
        assetId: 'a',
        assetName: 'a.mp4',
        whole: 0,
        brokenOff: 1,
        seconds: 4,
        first: 2000,
        last: 2000,
      },
    ])
    expect(sumOf(rows)).toEqual({plays: 4, seconds: 34, screens: 2})
  })

  it('writes a line for each play, screen by screen, without formulas', () => {
    const plays = [play('Hall', 'a', 2000), play('Hall', 'c', 1000), play('=1+1', 'b', 3000, {isWhole: false})]
    expect(playsCsv(plays).split('\r\n')).toEqual([
      'start,device,device_id,video,video_id,seconds,whole,revision',
      "1970-01-01T00:00:03.000Z,'=1+1,'=1+1,b.mp4,b,10,false,3",
      '1970-01-01T00:00:01.000Z,Hall,hall,c.mp4,c,10,true,3',
      '1970-01-01T00:00:02.000Z,Hall,hall,a.mp4,a,10,true,3',
      '',
    ])
  })

  it('names its file by the days of the range', () => {
    const range = {start: Date.parse('2026-03-17T23:30:00Z'), end: Date.parse('2026-03-20T12:00:00Z')}
    expect(playsFileName(range, 'Europe/Berlin')).toBe('plays-2026-03-18-2026-03-20.csv')
  })
})
