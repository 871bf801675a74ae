import {fileURLToPath} from 'node:url'
import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import {defaultClientConditions, defineConfig, type Plugin} from 'vite'
import {compressed, firstPaint} from './vite/firstPaint.ts'
import {allMantineStyles, mantineStyles} from './vite/mantineStyles.ts'

const server = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000'

/** The router's package offers bundlers nothing but its development build. */
const routerFile = (name: string) =>
  fileURLToPath(new URL(`node_modules/react-router/dist/production/${name}.mjs`, import.meta.url))

/** Every browser that runs this has XMLHttpRequest, so that the adapter for fetch would never be chosen. */
const axiosWithoutFetch: Plugin = {
  name: 'axios-without-fetch',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === './fetch.js' && importer?.includes('/axios/lib/adapters/') ? NO_FETCH : null,
  load: id => (id === NO_FETCH ? 'export const getFetch = () => undefined' : null),
}
const NO_FETCH = '\0axios-without-fetch'

export default defineConfig({
  plugins: [react(), axiosWithoutFetch, mantineStyles, allMantineStyles, firstPaint, compressed],
  resolve: {
    // Under this one RxJS ships classes as they are, without helpers for browsers of before 2015.
    conditions: ['es2015', ...defaultClientConditions],
    alias: [
      {find: /^react-router$/, replacement: routerFile('index')},
      {find: /^react-router\/dom$/, replacement: routerFile('dom-export')},
    ],
  },
  css: {postcss: {plugins: [mantine()]}},
  build: {
    outDir: 'dist/client',
    target: 'es2022',
    chunkSizeWarningLimit: 600,
    modulePreload: {polyfill: false},
    rolldownOptions: {
      // What the first page needs is one file: in several it compresses worse.
      output: {codeSplitting: {groups: [{name: 'first', tags: ['$initial']}]}},
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
