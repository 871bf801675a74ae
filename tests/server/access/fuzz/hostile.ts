import fc from 'fast-check'

const LONG = 10_000

/** Texts that have broken servers before. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\r\nset-cookie: a=b',
    '\u001b[31m',
    '\ud800',
    '\u202e\u200b',
    'İstanbul',
    'ﬁ…\u0301',
    '👩‍👩‍👧‍👦',
    '__proto__',
    'constructor',
    'null',
    'undefined',
    'NaN',
    '-0',
    '1e999',
    '0x10',
    '9223372036854775808',
    "' or 1=1 --",
    '%00',
    '%',
    '../../etc/passwd',
    '{{7*7}}',
    '<script>alert(1)</script>',
    '=cmd|x',
    'x'.repeat(LONG),
    '👾'.repeat(300),
  ),
  fc.string({unit: 'binary', maxLength: 60}),
  fc.string({unit: 'grapheme', maxLength: 60}),
)

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    0.5,
    1e308,
    2 ** 53,
    -(2 ** 63),
    [],
    {},
    [[]],
    {length: -1},
    {toString: 'x'},
    Array.from({length: 1000}, () => null),
    nested(30),
  ),
  fc.jsonValue(),
)

function nested(depth: number): unknown {
  return depth === 0 ? 0 : {a: [nested(depth - 1)]}
}
