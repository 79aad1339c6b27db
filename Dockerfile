# The package is built and packed in the first stage; the second one installs that package and nothing else.
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY tools/node/package.json tools/node/
# With the optional packages, because the bundler has a native part.
RUN npm ci --ignore-scripts
COPY . .
RUN npm pack --pack-destination /tmp && mv /tmp/fleetkit-*.tgz /tmp/fleetkit.tgz

FROM node:24-bookworm-slim
ENV NODE_ENV=production
COPY --from=build /tmp/fleetkit.tgz /tmp/fleetkit.tgz
RUN npm install --global --omit=dev --ignore-scripts --no-audit --no-fund /tmp/fleetkit.tgz \
  && rm -rf /tmp/* /root/.npm
# The image's user `node`, by number, so that a cluster can tell that it is not root.
USER 1000:1000
WORKDIR /home/node
EXPOSE 4400
# Fits the command below; another port or command needs another check.
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4400/v1/public/branding-status').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["fleetkit"]
CMD ["serve", "--host", "0.0.0.0", "--log", "json"]
