import {describe, expect, it} from 'vitest'
import {codecName, decodedCodecs, isUndecodable} from '../../../../contract/rules/media/codecs'

describe('a codec', () => {
  it.each([
    ['avc1.640028', 'H.264'],
    ['avc3.42e01e', 'H.264'],
    ['hvc1.1.6.L93.B0', 'H.265'],
    ['hev1.2.4.L120.90', 'H.265'],
    ['av01.0.04M.08', 'AV1'],
    ['vp09.00.21.08.01.01.01.01.01', 'VP9'],
    ['vp8', 'VP8'],
    ['apcn', 'ProRes'],
    ['mp4v.20.9', 'mp4v.20.9'],
  ])('%s is called %s', (text, name) => {
    expect(codecName(text)).toBe(name)
  })

  it('is decoded by a browser that may play its example', () => {
    expect(decodedCodecs(type => /avc1|vp8|vp09/.test(type))).toEqual(['h264', 'vp9', 'vp8'])
    expect(decodedCodecs(() => false)).toEqual([])
  })

  it.each([
    ['hvc1.1.6.L93.B0', ['h264', 'vp9'], true],
    ['avc1.640028', ['h264', 'vp9'], false],
    ['avc1.640028', [], true],
    ['mp4v.20.9', ['h264'], false],
    [null, ['h264'], false],
    ['hvc1.1.6.L93.B0', undefined, false],
  ])('%s is not decoded by a screen with %j: %s', (text, decodes, is) => {
    expect(isUndecodable(text, decodes)).toBe(is)
  })
})
