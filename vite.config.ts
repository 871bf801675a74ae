import {fileURLToPath} from 'node:url'
import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import {defaultClientConditions, defineConfig} from 'vite'
import {CHUNKS} from './vite/chunks.ts'
import {compressed, firstPaint} from './vite/firstPaint.ts'
import {allMantineStyles, mantineStyles} from './vite/mantineStyles.ts'
import {mixins} from './vite/mixins.ts'
import {startingTexts} from './vite/startingTexts.ts'

const server = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000'

/** The router's package offers bundlers nothing but its development build. */
const routerFile = (name: string) =>
  fileURLToPath(new URL(`node_modules/react-router/dist/production/${name}.mjs`, import.meta.url))

export default defineConfig({
  plugins: [react(), mantineStyles, allMantineStyles, startingTexts, firstPaint, compressed],
  resolve: {
    // Under this one RxJS ships classes as they are, without helpers for browsers of before 2015.
    conditions: ['es2015', ...defaultClientConditions],
    alias: [
      {find: /^react-router$/, replacement: routerFile('index')},
      {find: /^react-router\/dom$/, replacement: routerFile('dom-export')},
    ],
  },
  css: {postcss: {plugins: [mantine({mixins})]}},
  build: {
    outDir: 'dist/client',
    target: 'es2022',
    chunkSizeWarningLimit: 600,
    modulePreload: {polyfill: false},
    rolldownOptions: {
      output: {codeSplitting: {groups: CHUNKS}},
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/docs': server,
      '/config.json': server,
      '/socket.io': {target: server, ws: true},
    },
  },
})
