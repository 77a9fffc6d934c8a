create database analytics;
