import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import {defineConfig} from 'vite'

const server = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [react()],
  css: {postcss: {plugins: [mantine()]}},
  build: {outDir: 'dist/client', target: 'es2022', chunkSizeWarningLimit: 600},
  server: {
    proxy: {
      '/api': server,
      '/docs': server,
      '/config.json': server,
      '/socket.io': {target: server, ws: true},
    },
  },
})
