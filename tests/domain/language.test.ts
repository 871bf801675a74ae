import {afterEach, describe, expect, it} from 'vitest'
import {speak, spokenMessage, textsOf} from '../../src/domain/language'

describe('the language of the page', () => {
  afterEach(() => speak({}))

  it('is English unless another is spoken', () => {
    const texts = textsOf('test.greeting', {hello: 'Hello', to: {one: (name: string) => `Hello ${name}`}})
    expect([texts.hello, texts.to.one('Ada')]).toEqual(['Hello', 'Hello Ada'])
  })

  it('changes texts that are declared already, and those that are declared later', () => {
    const earlier = textsOf('test.earlier', {hello: 'Hello', to: {one: (name: string) => `Hello ${name}`}})
    speak({
      'test.earlier': {hello: 'Hallo', to: {one: (name: string) => `Hallo ${name}`}},
      'test.later': {bye: 'Tschüss'},
    })
    const later = textsOf('test.later', {bye: 'Bye'})
    expect([earlier.hello, earlier.to.one('Ada'), later.bye]).toEqual(['Hallo', 'Hallo Ada', 'Tschüss'])
  })

  it('stays English where a translation lacks a text, or has one of another kind', () => {
    const texts = textsOf('test.partial', {hello: 'Hello', bye: 'Bye', group: {one: 'One'}})
    speak({'test.partial': {bye: () => 'Tschüss', group: 'Eins'}})
    expect([texts.hello, texts.bye, texts.group.one]).toEqual(['Hello', 'Bye', 'One'])
  })

  it('reports what a translation lacks once, by its name', () => {
    const missing: string[] = []
    const declare = (area: string) => textsOf(area, {hello: 'Hello', group: {one: 'One', two: 'Two'}})
    speak({'test.reported': {group: {one: 'Eins'}}}, {}, name => missing.push(name))
    declare('test.reported')
    expect(missing.filter(name => name.startsWith('test.reported'))).toEqual([
      'test.reported.hello',
      'test.reported.group.two',
    ])
  })

  it('changes the texts of a group that a module keeps', () => {
    const {group} = textsOf('test.kept', {group: {hello: 'Hello'}})
    speak({'test.kept': {group: {hello: 'Hallo'}}})
    expect(group.hello).toBe('Hallo')
  })

  it('becomes English again', () => {
    const texts = textsOf('test.again', {hello: 'Hello'})
    speak({'test.again': {hello: 'Hallo'}})
    speak({})
    expect(texts.hello).toBe('Hello')
  })

  it('says known messages of a server in other words, also those with blanks', () => {
    speak({}, {'It is full.': 'Es ist voll.', 'At most {0} of {1}. Why?': (one = '', all = '') => `${all}: ${one}`})
    expect(
      ['It is full.', 'At most 2 MiB of 1.5 GiB. Why?', 'At most 2 of 3! Why?', 'Else'].map(spokenMessage),
    ).toEqual(['Es ist voll.', '1.5 GiB: 2 MiB', 'At most 2 of 3! Why?', 'Else'])
  })

  it('says known words that a message is filled in with, also in brackets', () => {
    speak({}, {'Target {0} ({1})': (one = '', why = '') => `Ziel ${one}: ${why}`, 'no such kind': 'keine solche Art'})
    expect(['Target a|b (no such kind)', 'Target 2 (else)'].map(spokenMessage)).toEqual([
      'Ziel a|b: keine solche Art',
      'Ziel 2: else',
    ])
  })
})
