# syntax=docker/dockerfile:1
# The reference server on the official Node image. docker build -t auth-api-reference . && docker run -p 8080:8080 auth-api-reference
FROM node:22-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM node:22-bookworm-slim
ENV NODE_ENV=production
# Less memory: the allocator keeps nothing for each thread, and gives the 16 MB of a password's hash back after each.
ENV MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=1048576
WORKDIR /app
COPY --from=build /build/package.json ./
COPY --from=build /build/bin ./bin
COPY --from=build /build/dist/fixtures ./dist/fixtures
COPY --from=build /build/dist/reference-server ./dist/reference-server
RUN install --directory --owner=node --group=node /data
USER node
VOLUME /data
EXPOSE 8080
# Any answer will do: without credentials the list answers 401.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/api/v1/users/users/').then(() => process.exit(0), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/reference-server.js"]
CMD ["start", "--host", "0.0.0.0", "--port", "8080", "--data", "/data"]
